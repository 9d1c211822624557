import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../../api/change';
import { api, responseOf } from '../../../api/client';
import { Problem } from '../../../api/problem';
import { query, refresh } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { type Draft, draftOf, isSame, requestOf, type Workflow } from '../draft';
import { workflow as workflowRead } from '../reads';
import { saveExtracted } from './save-extracted';
import { payloadOf } from './test-data';

export interface DraftState {
  draft: Draft;
  /** Changes some of it. */
  change: (part: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void;
  isDirty: boolean;
  /** Whether somebody else has saved it since it was opened here. */
  isOutdated: boolean;
  /** Counts how often the stored workflow replaced all of it: then fields with a text of their own begin anew. */
  generation: number;
  /** Puts another draft in the place of this one, not yet saved. */
  rewrite: (draft: Draft) => void;
  /** Back to what is stored. */
  discard: () => void;
  /** Puts an earlier version into the editor, not yet saved. */
  restore: (version: Workflow) => void;
  save: () => void;
  /** Stores the texts that were taken out of the steps, so that the draft can be tried before it is saved. */
  storeTexts: () => Promise<void>;
  isSaving: boolean;
  /** Why it could not be saved. */
  problem: Error | undefined;
}

/** A workflow while it is edited: what is typed stays until it is saved or discarded, whatever is read meanwhile. `onSaved`: called afterwards. */
export function useDraft(workflow: Workflow, onSaved?: () => void): DraftState {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [base, setBase] = useState(workflow);
  const [saved, setSaved] = useState(() => draftOf(workflow));
  const [draft, setDraft] = useState(saved);
  const [problem, setProblem] = useState<Error>();
  const [generation, setGeneration] = useState(0);
  const isDirty = !isSame(draft, saved);
  const isOutdated = workflow.updatedAt > base.updatedAt;
  const adopt = (next: Workflow, stays?: Draft) => {
    const stored = draftOf(next, (stays ?? draft).steps);
    setBase(next);
    setSaved(stored);
    setDraft(stays ?? stored);
    setProblem(undefined);
  };
  const replace = () => {
    adopt(workflow);
    setGeneration((now) => now + 1);
  };
  if (isOutdated && !isDirty) replace();
  const rewrite = (next: Draft) => {
    setDraft(next);
    setGeneration((now) => now + 1);
  };
  const storeTexts = async ({ extracted }: Draft) => {
    if (extracted) await saveExtracted(environment, workflow.workflowId, extracted);
  };
  const request = query(workflowRead(workflow.workflowId), environment);
  const { mutate, isPending } = useChange({
    run: async (sent: Draft) => {
      if (!isJson(sent.payloadSchema)) throw NO_SCHEMA;
      const now = await client.fetchQuery({ ...request, staleTime: 0 });
      // A user who has read the warning may replace it.
      if (now.data.updatedAt > workflow.updatedAt) throw changedBy(now.data);
      await storeTexts(sent);
      return responseOf(
        api(environment).PUT('/v2/workflows/{workflowId}', {
          params: { path: { workflowId: workflow.workflowId } },
          body: requestOf(sent),
        }),
      );
    },
    resource: 'workflows',
    environment,
    done: 'Saved',
    onDone: (body, sent) => {
      client.setQueryData(request.queryKey, body);
      // What was typed while the request was under way is not saved yet.
      adopt(body.data, draft === sent ? undefined : { ...draft, extracted: undefined });
      // Which texts are missing follows from what the steps print.
      void refresh(client, 'translations', environment);
      onSaved?.();
    },
    onProblem: setProblem,
  });
  return {
    draft,
    change: (part) => setDraft((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) })),
    isDirty,
    isOutdated: isOutdated && isDirty,
    generation,
    discard: replace,
    rewrite,
    restore: (version) => rewrite(draftOf(version, draft.steps)),
    save: () => {
      setProblem(undefined);
      if (isDirty) mutate(draft);
    },
    storeTexts: () => storeTexts(draft),
    isSaving: isPending,
    problem,
  };
}

const NO_SCHEMA = new Problem('The payload schema is not valid JSON', 422, 'Correct it under Payload, and save again.');

function isJson(text: string): boolean {
  return text.trim() === '' || payloadOf(text) !== undefined;
}

function changedBy({ updatedBy }: Workflow): Problem {
  const name = [updatedBy?.firstName, updatedBy?.lastName].filter((part) => part).join(' ');
  return new Problem(
    `${name || 'Another member'} has saved this workflow since you opened it`,
    409,
    'Save again to replace that with what you see here, or discard your changes to see it.',
  );
}
