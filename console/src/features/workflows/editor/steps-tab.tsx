import { useState } from 'react';
import { EmptyState } from '../../../ui/states';
import type { StepType } from '../../../ui/step-name';
import { moved, newStep, type DraftStep, type Workflow } from '../draft';
import { kindName } from '../kinds';
import classes from './editor.module.css';
import { isInBlocks } from './blocks-body';
import type { FieldGoal } from './field-focus';
import { issuesOf } from './issues';
import { InsertStep } from './insert-step';
import { StepForm } from './step-form';
import { StepList } from './step-list';
import { type Known, StepPreview } from './step-preview';
import type { TestData } from './test-data';
import type { DraftState } from './use-draft';

interface StepsTabProps {
  workflow: Workflow;
  state: DraftState;
  readOnly: boolean;
  /** Step id that the address names. */
  selected: string | undefined;
  onSelect: (stepId: string | undefined) => void;
  /** The field of the selected step that a finding leads to. */
  goal: FieldGoal | undefined;
  test: TestData;
}

/** The steps in order; the selected one to be edited, with its preview. */
export function StepsTab({ workflow, state, readOnly, selected, onSelect, goal, test }: StepsTabProps) {
  const { draft, change, problem } = state;
  const { steps } = draft;
  const [known, setKnown] = useState<Known>();
  const index = Math.max(
    0,
    steps.findIndex(({ stepId }) => stepId === selected),
  );
  const step = steps[index];
  const savedOf = ({ _id }: DraftStep) => workflow.steps.find((one) => one._id === _id);
  const issuesAt = (one: DraftStep, place: number) => issuesOf(savedOf(one), place, problem);
  const insert = (type: StepType, at: number) => {
    const added = newStep(type, kindName(type), steps);
    change({ steps: steps.toSpliced(at, 0, added) });
    onSelect(added.stepId);
  };
  const set = (next: DraftStep) => {
    change((now) => ({ steps: now.steps.map((one) => (one.key === next.key ? next : one)) }));
    if (step && next.stepId !== step.stepId) onSelect(next.stepId);
  };
  if (!step)
    return (
      <EmptyState
        title="This workflow has no steps yet"
        action={<InsertStep label="Add the first step" readOnly={readOnly} onChoose={(type) => insert(type, 0)} />}
      >
        Each step sends a message, or waits, or decides whether to go on. They run in order for each person of a
        trigger.
      </EmptyState>
    );
  return (
    <div className={classes.columns} data-wide={isInBlocks(step) || undefined}>
      <StepList
        steps={steps}
        selected={step.key}
        readOnly={readOnly}
        issuesAt={issuesAt}
        onSelect={onSelect}
        onInsert={insert}
        onMove={(from, to) => change({ steps: moved(steps, from, to) })}
      />
      <StepForm
        key={`${step.key} ${state.generation}`}
        step={step}
        issues={issuesAt(step, index)}
        readOnly={readOnly}
        variables={known?.variables ?? savedOf(step)?.variables}
        samples={known?.samples}
        goal={goal?.stepId === step.stepId ? goal : undefined}
        onChange={set}
        onRemove={() => {
          change({ steps: steps.toSpliced(index, 1) });
          onSelect(steps[index + 1]?.stepId ?? steps[index - 1]?.stepId);
        }}
      />
      <StepPreview
        key={`preview ${step.key}`}
        workflow={workflow}
        step={step}
        unsavedTexts={draft.extracted?.content}
        test={test}
        readOnly={readOnly}
        onVariables={setKnown}
      />
    </div>
  );
}
