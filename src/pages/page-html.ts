/** The logo of the pages. */
export const BELL =
  '<svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" ' +
  'stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M12 3v2M6 16V11a6 6 0 0 1 12 0v5l2 2H4z' +
  'M10 21h4"/></svg>';
