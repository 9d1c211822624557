import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../generated/routes';
import { isSessionOver, NoResponse } from './api/problem';
import { sessionQuery } from './api/session';
import { parseSearch, toSearchText } from './search-text';
import { NotFound } from './shell/not-found';
import { ErrorState, Waiting } from './ui/states';

const onError = (error: Error, { meta }: { meta?: Record<string, unknown> }) => {
  if (isSessionOver(error) && !meta?.asksWhoIsThere) void signInAgain();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError: (error, _input, _result, mutation) => onError(error, mutation) }),
  defaultOptions: {
    // Long enough for what a link loads ahead; a screen that is opened later shows what others have created meanwhile.
    queries: { staleTime: 2000, retry: (count, error) => count < 2 && error instanceof NoResponse },
  },
});

export const router = createRouter({
  routeTree,
  basepath: '/console',
  context: { queryClient },
  parseSearch,
  stringifySearch: toSearchText,
  defaultPreload: 'intent',
  // The router must not keep data itself: the query client decides how long data stays fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ErrorState,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

/** Loads what the first screen needs: its code, and who has signed in. The router would load one after the other. */
export function loadEarly(): void {
  const ids = router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId as keyof typeof router.routesById);
  for (const id of ids) void router.loadRouteChunk(router.routesById[id]);
  if (ids.includes('/_in')) void queryClient.prefetchQuery(sessionQuery);
}

/** For a session that ends while the console is open: after signing in, the same screen is shown again. */
async function signInAgain(): Promise<void> {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  queryClient.clear();
  await router.navigate({ to: '/sign-in', search: { returnTo: href, ended: 'yes' } });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
