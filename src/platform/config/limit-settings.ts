import { integer } from './setting.js';

/** How much one caller may ask for at a time. */
export const LIMIT_SETTINGS = {
  rateLimitTriggers: integer(
    { default: 0, min: 0, max: 1_000_000 },
    'Triggers a second that an environment may send, each of a bulk counted, over all processes where there is Redis; further ones get 429. An environment may have a limit of its own instead. 0: no limit.',
  ),
  rateLimitRequests: integer(
    { default: 0, min: 0, max: 1_000_000 },
    'Other requests a second that an environment may send with its keys, and so may each person who has signed in and each subscriber with an inbox; further ones get 429. An environment may have a limit of its own instead. 0: no limit.',
  ),
  rateLimitSessions: integer(
    { default: 50, min: 0, max: 1_000_000 },
    'Requests a second that each subscriber with an inbox may send to a process where RATE_LIMIT_REQUESTS and the environment set no limit, ten seconds of it at once after a pause; further ones get 429. 0: no limit.',
  ),
  rateLimitBurstSeconds: integer(
    { default: 1, min: 1, max: 3600 },
    'Seconds of the rate whose triggers or requests may come at once after a pause.',
  ),
  widgetCreationsPerHour: integer(
    { default: 1000, min: 0 },
    'New subscribers and contexts that sessions of inbox widgets without proof may create in an environment, per hour and process; further requests get 429. Known ones are not limited.',
  ),
  integrationTestsPerHour: integer(
    { default: 100, min: 0 },
    'Test messages that the integrations of an environment send, per hour and process; further requests get 429.',
  ),
};
