import type { TestApp } from '../test-app.js';

/** A screen of the console, for the checks that all of them pass: `screens.e2e-spec.ts`. */
export interface Screen {
  /** Path below /console, as an owner sees it. */
  path: string;
  /** The heading by which it is known that the screen is there. */
  heading: string;
  /** A text that comes with the data. */
  shows?: string;
  /** For a screen that is seen before signing in. */
  isOutside?: boolean;
  /** Stores what it shows. Rows share one environment: use ids of your own. */
  prepare?: (test: TestApp) => Promise<unknown>;
}

/** All screens. A new screen gets all checks by a row here. */
export const SCREENS: Screen[] = [
  { path: '/sign-in', heading: 'Sign in', shows: 'Password', isOutside: true },
  { path: '/accept#token=used', heading: 'One-time link', shows: 'This link does not work', isOutside: true },
  {
    path: '/subscribers',
    heading: 'Subscribers',
    shows: 'Grace Hopper',
    prepare: ({ api }) =>
      api.post('/v2/subscribers', {
        subscriberId: 'grace',
        firstName: 'Grace',
        lastName: 'Hopper',
        email: 'grace@example.com',
        data: { plan: 'pro' },
      }),
  },
  { path: '/subscribers?name=nobody-is-called-that', heading: 'Subscribers', shows: 'Nobody matches' },
  { path: '/subscribers/grace', heading: 'Grace Hopper', shows: 'Erase' },
  { path: '/subscribers/nobody', heading: 'nobody', shows: 'was not found' },
  { path: '/create/subscriber', heading: 'Create a subscriber' },
  { path: '/account?tab=password', heading: 'Your account', shows: 'Password until now' },
  { path: '/account?tab=second-factor', heading: 'Your account', shows: 'authenticator app' },
  { path: '/account?tab=sessions', heading: 'Your account', shows: 'this one' },
  { path: '/no/such/screen', heading: 'Not found', isOutside: true },
];
