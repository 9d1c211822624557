import { Badge } from '@mantine/core';
import { Archive, CircleCheck, CirclePause, TriangleAlert } from 'lucide-react';
import type { WorkflowStatus } from './reads';

const LOOKS = {
  ACTIVE: { icon: CircleCheck, color: 'teal', word: 'Active' },
  INACTIVE: { icon: CirclePause, color: 'gray', word: 'Inactive' },
  ARCHIVED: { icon: Archive, color: 'gray', word: 'Archived' },
  ERROR: { icon: TriangleAlert, color: 'red', word: 'Has errors' },
} as const;

/** The state of a workflow as icon, word and colour. */
export function WorkflowBadge({ status }: { status: WorkflowStatus }) {
  const { icon: Icon, color, word } = LOOKS[status];
  return (
    <Badge variant="outline" color={color} leftSection={<Icon size={12} aria-hidden />}>
      {word}
    </Badge>
  );
}
