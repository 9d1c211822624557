/** Where workflows, steps and layouts come from: made through the API or the console. */
export const ORIGIN = 'service-cloud';

/** The spelling of {@link ORIGIN} that the official Novu clients know; they refuse the whole answer otherwise. */
export const CLIENT_ORIGIN = 'novu-cloud';
