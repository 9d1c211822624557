import { queryOptions } from '@tanstack/react-query';
import { query, read } from '../../api/read';

/** Whose inbox the demo shows, and what opens it. */
export const inboxDemo = queryOptions({
  ...query(read('/v1/inbox/demo', {})),
  staleTime: Infinity,
  // Whoever is refused has not opened the printed address; signing in does not help.
  meta: { asksWhoIsThere: true },
});
