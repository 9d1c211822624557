/** How most routes let callers in, as the OpenAPI document names it: with the key of an environment. */
export const API_KEY = 'ApiKey';

/** How the routes of inbox widgets do: with the token of a subscriber's session. */
export const SESSION_TOKEN = 'SessionToken';
