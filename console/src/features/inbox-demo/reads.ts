import { queryOptions } from '@tanstack/react-query';
import { query, read } from '../../api/read';

/** Whose inbox the demo shows, and what opens it. */
export const inboxDemo = queryOptions({
  ...query(read('/v1/inbox/demo', {})),
  staleTime: Infinity,
});
