/** Where the result goes (L4): `html` escapes what variables print, `plain` leaves it as it is. */
export type TemplateMode = 'html' | 'plain';
