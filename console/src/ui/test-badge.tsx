import { Badge } from '@mantine/core';

/** Marks what a test of a workflow has made. */
export function TestBadge() {
  return (
    <Badge size="xs" variant="outline" color="gray">
      Test
    </Badge>
  );
}
