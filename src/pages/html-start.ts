/**
 * How the HTML of every page begins, up to its title: UTF-8, as wide as the screen, light or dark as the browser is. The rest
 * of the head follows. The title is HTML: what comes from elsewhere must be escaped.
 */
export function htmlStart(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>`;
}
