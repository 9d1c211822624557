import { Group } from '@mantine/core';
import { Ban, CircleCheck, CircleDashed, CircleX, Clock, Layers, type LucideIcon, SkipForward } from 'lucide-react';
import { useHint } from '../../ui/hint';
import { stepName } from '../../ui/step-name';
import type { StepEntry } from './reads';
import { reasonName, statusWord } from './words';

const SIGNS: Record<StepEntry['status'], { icon: LucideIcon; color: string }> = {
  pending: { icon: CircleDashed, color: 'dimmed' },
  delayed: { icon: Clock, color: 'blue' },
  completed: { icon: CircleCheck, color: 'teal' },
  skipped: { icon: SkipForward, color: 'dimmed' },
  merged: { icon: Layers, color: 'dimmed' },
  failed: { icon: CircleX, color: 'red' },
  canceled: { icon: Ban, color: 'orange' },
};

/** The sign of the state of a step. */
export function StepSign({ status, label }: { status: StepEntry['status']; label?: string }) {
  const { icon: Icon, color } = SIGNS[status];
  const variable = color === 'dimmed' ? 'var(--mantine-color-dimmed)' : `var(--mantine-color-${color}-text)`;
  return label === undefined ? (
    <Icon size={16} color={variable} aria-hidden style={{ flexShrink: 0 }} />
  ) : (
    <Icon size={16} color={variable} role="img" aria-label={label} style={{ flexShrink: 0 }} />
  );
}

/** One sign for each step of a run; pointing at one says what it is. */
export function StepDots({ steps }: { steps: readonly StepEntry[] }) {
  return (
    <Group gap={4} wrap="wrap" component="span" display="inline-flex">
      {steps.map((step) => (
        <StepDot key={step._id} step={step} />
      ))}
    </Group>
  );
}

function StepDot({ step }: { step: StepEntry }) {
  const reason = step.reason ? `, ${reasonName(step.reason)}` : '';
  const label = `${stepName(step.type)}: ${statusWord(step.status)}${reason}`;
  const { target, hint } = useHint(label);
  return (
    <>
      <span {...target} style={{ display: 'inline-flex' }}>
        <StepSign status={step.status} label={label} />
      </span>
      {hint}
    </>
  );
}
