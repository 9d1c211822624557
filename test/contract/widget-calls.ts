import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the code of a package says about the requests it makes. */
export interface PackageCalls {
  name: string;
  version: string;
  /** `METHOD /path`, sorted; a part of the path that is computed is `{}`. */
  calls: string[];
  /** Where the package makes requests in a way that is not understood here, such as by `fetch`. */
  otherRequests: string[];
}

/** The one `fetch` that all calls of `@novu/js` go through. */
const SENDING = /const response = yield fetch\(fullUrl, reqInit\);/;
const REQUEST = /(?<![\w.$])(?:fetch|sendBeacon)\(|new (?:XMLHttpRequest|EventSource)\b|axios|navigator\.sendBeacon/g;
const CALL = /__privateGet\(this, _httpClient\d*\)\.(get|post|patch|put|delete)\(\s*(`[^`]*`|"[^"]*"|\w+)/g;
const CONSTANT = /^(?:var|const|let) (\w+) = (`[^`]*`|"[^"]*");$/gm;

/** Reads the requests that an installed package makes out of its code for browsers. */
export function callsOf(directory: string): PackageCalls {
  const { name, version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as PackageCalls;
  const calls = new Set<string>();
  const otherRequests: string[] = [];
  for (const file of codeFilesIn(join(directory, 'dist', 'esm'))) {
    const code = readFileSync(file, 'utf8');
    const constants = new Map([...code.matchAll(CONSTANT)].map(([, constant, text]) => [constant!, text!]));
    for (const [, method, path] of code.matchAll(CALL)) {
      calls.add(`${method!.toUpperCase()} ${resolved(path!, constants)}`);
    }
    for (const { 0: found, index } of code.matchAll(REQUEST)) {
      const line = code.slice(code.lastIndexOf('\n', index) + 1, code.indexOf('\n', index)).trim();
      // A parameter of that name, which is a function of the package itself.
      if (!SENDING.test(line) && !line.startsWith('const current = fetch().then(')) {
        otherRequests.push(`${file.slice(directory.length)}: ${found} in ${line.slice(0, 120)}`);
      }
    }
  }
  return { name, version, calls: [...calls].toSorted(), otherRequests };
}

function codeFilesIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(mjs|js)$/.test(file))
    .map((file) => join(directory, file));
}

/** The path of a call under `/v1`: constants are replaced, other expressions are `{}`, and queries are left out. */
function resolved(expression: string, constants: ReadonlyMap<string, string>): string {
  const text = constants.get(expression) ?? expression;
  const path = text.slice(1, -1).replace(/\$\{([^{}]*)\}/g, (_match, inner: string) => {
    const constant = constants.get(inner);
    if (constant !== undefined) return resolved(constant, constants).slice('/v1'.length);
    return /^(query|suffix)$/.test(inner) ? '' : '{}';
  });
  return `/v1${path}`;
}
