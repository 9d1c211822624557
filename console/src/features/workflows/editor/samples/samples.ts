import type { Schemas } from '../../../../api/client';

export type Sample = Schemas['WorkflowSampleDto'];

/** The sample data of a workflow, while it is edited. */
export interface Samples {
  all: readonly Sample[];
  /** The name of the chosen one; undefined for the default. */
  chosen: string | undefined;
  choose: (name?: string) => void;
  /** Keeps the payload under a name. */
  add: (name: string) => void;
  rename: (name: string) => void;
  remove: () => void;
  /** The payload of the chosen one, as it was typed. */
  payload: string;
  setPayload: (text: string) => void;
  /** Back to the example; undefined while the payload is one. */
  reset?: () => void;
}

/** The sample that every workflow has: the example of its payload schema. */
export const DEFAULT = 'Default';

/** How many a workflow takes. */
export const MAX_SAMPLES = 20;
const MAX_NAME_LENGTH = 64;

/** Why a sample cannot be called that; undefined when it can. `former`: its own name, when it is renamed. */
export function nameProblem(name: string, samples: readonly Sample[], former?: string): string | undefined {
  const key = name.trim().toLowerCase();
  if (key === '') return 'Enter a name';
  if (name.trim().length > MAX_NAME_LENGTH) return `Use at most ${MAX_NAME_LENGTH} characters`;
  const taken = [DEFAULT, ...samples.map((one) => one.name)].filter((one) => one !== former);
  return taken.some((one) => one.toLowerCase() === key) ? 'This name is taken' : undefined;
}

/** The samples with one more. */
export function withSample(samples: readonly Sample[], name: string, payload: Sample['payload']): Sample[] {
  return [...samples, { name: name.trim(), payload }];
}

/** The samples with some of one of them changed. */
export function withChange(samples: readonly Sample[], name: string, change: Partial<Sample>): Sample[] {
  return samples.map((one) => (one.name === name ? { ...one, ...change } : one));
}
