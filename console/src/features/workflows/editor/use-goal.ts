import { useEffect, useState } from 'react';
import { Problem } from '../../../api/problem';
import { type Place, placeOfField, searchOf } from '../../../ui/finding-place';
import type { EditorSearch } from '../reads';
import type { FieldGoal } from './field-focus';
import type { DraftState } from './use-draft';

interface Goal {
  /** The field to show; undefined when none is looked for. */
  goal: FieldGoal | undefined;
  /** Leads to the place of a finding. */
  goTo: (place: Place) => void;
  forget: () => void;
}

/** The field that a finding, a refused save or the address leads to. */
export function useGoal({ draft, problem }: DraftState, search: EditorSearch, go: (part: EditorSearch) => void): Goal {
  const [goal, setGoal] = useState<FieldGoal | undefined>(
    search.field === undefined ? undefined : { stepId: search.step, field: search.field, times: 0 },
  );
  const goTo = ({ stepId, field, path }: Place) => {
    setGoal((former) => ({ stepId, field, path, times: (former?.times ?? 0) + 1 }));
    go({ tab: undefined, ...searchOf({ stepId, field }) });
  };
  // What the API refuses first.
  useEffect(() => {
    const [refused] = problem instanceof Problem ? Object.keys(problem.fields) : [];
    const place = refused === undefined ? undefined : placeOfField(refused, draft.steps);
    if (place) goTo(place);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each problem
  }, [problem]);
  return { goal, goTo, forget: () => setGoal(undefined) };
}
