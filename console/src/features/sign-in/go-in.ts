import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session';
import { insidePath } from './inside-path';

/** After signing in: to where the person wanted to go, with nothing left of who was there before. */
export function useGoIn(): (returnTo?: string) => void {
  const router = useRouter();
  const client = useQueryClient();
  return (returnTo) => {
    client.removeQueries({ queryKey: sessionQuery.queryKey });
    client.clear();
    router.history.push(`/console${insidePath(returnTo)}`);
  };
}
