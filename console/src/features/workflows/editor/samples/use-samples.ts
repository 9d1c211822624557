import { useState } from 'react';
import type { Workflow } from '../../draft';
import { payloadOf } from '../test-data';
import type { DraftState } from '../use-draft';
import { type Samples, withChange, withSample } from './samples';

/** `wanted`: the sample that the address names. A change of a sample is one of the workflow; the default is never saved. */
export function useSamples(
  workflow: Workflow,
  { draft: { samples }, change, generation }: DraftState,
  wanted: string | undefined,
  choose: (name?: string) => void,
): Samples {
  // What was typed, by name: it need not be JSON yet.
  const [typed, setTyped] = useState<{ generation: number; texts: Readonly<Record<string, string>> }>();
  const texts = typed?.generation === generation ? typed.texts : {};
  const found = samples.find(({ name }) => name === wanted);
  const key = found ? `sample ${found.name}` : '';
  const type = (text: string, at = key) => setTyped({ generation, texts: { ...texts, [at]: text } });
  const payload = texts[key] ?? JSON.stringify(found?.payload ?? workflow.payloadExample ?? {}, null, 2);
  return {
    all: samples,
    chosen: found?.name,
    choose,
    payload,
    setPayload: (text) => {
      type(text);
      const value = payloadOf(text);
      if (found && value) change({ samples: withChange(samples, found.name, { payload: value }) });
    },
    ...(!found && texts[key] !== undefined && { reset: () => setTyped(undefined) }),
    add: (name) => {
      change({ samples: withSample(samples, name, payloadOf(payload) ?? {}) });
      choose(name.trim());
    },
    rename: (name) => {
      if (!found) return;
      type(payload, `sample ${name.trim()}`);
      change({ samples: withChange(samples, found.name, { name: name.trim() }) });
      choose(name.trim());
    },
    remove: () => {
      change({ samples: samples.filter((one) => one !== found) });
      choose(undefined);
    },
  };
}
