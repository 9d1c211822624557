import { Badge } from '@mantine/core';
import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, SkipForward } from 'lucide-react';

/** What became of a message or a step. Each has an icon and a word: colour is never the only sign. */
const OUTCOMES = {
  delivered: { icon: CircleCheck, color: 'teal' },
  waiting: { icon: Clock, color: 'blue' },
  skipped: { icon: SkipForward, color: 'gray' },
  failed: { icon: CircleX, color: 'red' },
  canceled: { icon: Ban, color: 'orange' },
} satisfies Record<string, { icon: LucideIcon; color: string }>;

export type Outcome = keyof typeof OUTCOMES;

interface StatusBadgeProps {
  outcome: Outcome;
  /** In place of the word of the outcome, such as `Sent` for one that was delivered to a provider. */
  word?: string;
}

/** An outcome as icon, word and colour. */
export function StatusBadge({ outcome, word = outcome }: StatusBadgeProps) {
  const { icon: Icon, color } = OUTCOMES[outcome];
  return (
    <Badge variant="outline" color={color} leftSection={<Icon size={12} aria-hidden />}>
      {word}
    </Badge>
  );
}
