import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronUp, GripVertical, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { DraftStep } from '../draft';
import type { StepType } from '../../../ui/step-name';
import { kindName } from '../kinds';
import classes from './editor.module.css';
import { InsertStep } from './insert-step';
import { KindIcon } from './kind-icon';

interface StepListProps {
  steps: readonly DraftStep[];
  /** Key of the selected step. */
  selected: string;
  readOnly: boolean;
  issuesAt: (step: DraftStep, index: number) => { hasErrors: boolean };
  onSelect: (stepId: string) => void;
  onInsert: (type: StepType, at: number) => void;
  onMove: (from: number, to: number) => void;
}

/** The steps in order. They are moved by dragging, with the arrows, or with Alt and an arrow key. */
export function StepList(props: StepListProps) {
  const { steps, selected, readOnly, issuesAt, onSelect, onInsert, onMove } = props;
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, say] = useState('');
  const move = (from: number, to: number) => {
    if (readOnly || to < 0 || to >= steps.length || from === to) return;
    onMove(from, to);
    say(`${steps[from]!.name} is step ${to + 1} of ${steps.length} now`);
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
  };
  return (
    <nav aria-label="Steps" className={classes.steps}>
      <ol className={classes.list}>
        {steps.map((step, index) => (
          <li key={step.key}>
            <div
              className={classes.step}
              data-selected={step.key === selected || undefined}
              data-over={(over === index && dragged !== index) || undefined}
              draggable={!readOnly}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => {
                setDragged(undefined);
                setOver(undefined);
              }}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(index);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== undefined) move(dragged, index);
              }}
            >
              <GripVertical size={14} aria-hidden className={classes.grip} />
              <UnstyledButton
                className={classes.choose}
                aria-current={step.key === selected ? 'step' : undefined}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onClick={() => onSelect(step.stepId)}
                onKeyDown={(event) => onKey(event, index)}
              >
                <KindIcon type={step.type} />
                <span className={classes.names}>
                  <Text span size="sm" fw={600} truncate>
                    {step.name}
                  </Text>
                  <Text span size="xs" c="dimmed">
                    {kindName(step.type)}
                  </Text>
                </span>
                {issuesAt(step, index).hasErrors && (
                  <TriangleAlert size={16} color="var(--mantine-color-error)" aria-label="has errors" role="img" />
                )}
              </UnstyledButton>
              <Group gap={0} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  aria-label={`Move ${step.name} up`}
                  disabled={readOnly || index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ChevronUp size={14} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  aria-label={`Move ${step.name} down`}
                  disabled={readOnly || index === steps.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ChevronDown size={14} aria-hidden />
                </ActionIcon>
              </Group>
            </div>
            {index < steps.length - 1 && (
              <InsertStep
                small
                label={`Add a step after ${step.name}`}
                readOnly={readOnly}
                onChoose={(type) => onInsert(type, index + 1)}
              />
            )}
          </li>
        ))}
      </ol>
      <InsertStep label="Add a step at the end" readOnly={readOnly} onChoose={(type) => onInsert(type, steps.length)} />
      <Text size="xs" c="dimmed" mt="xs" visibleFrom="sm">
        Drag to reorder, or press Alt with an arrow key.
      </Text>
      <div role="status" className={classes.heard}>
        {said}
      </div>
    </nav>
  );
}
