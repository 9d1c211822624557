import { parse } from 'node:querystring';

type Values = Record<string, unknown>;

const IN_LIST = /^([^[\]]+)\[\]$/;
const IN_GROUP = /^([^[\]]+)\[(\d{1,2})\]\[\]$/;

/**
 * A query as clients write lists in it: a repeated name (`tags=a&tags=b`), `tags[]=a&tags[]=b`, and groups
 * (`tags[0][]=a&tags[1][]=b`), which become a list of lists.
 */
export function parseQueryString(text: string): Values {
  const values: Values = parse(text);
  for (const [name, value] of Object.entries(values)) {
    const [, list] = IN_LIST.exec(name) ?? [];
    const [, groups] = IN_GROUP.exec(name) ?? [];
    const target = list ?? groups;
    if (target === undefined) continue;
    const members: unknown[] = Array.isArray(value) ? value : [value];
    const before: unknown = values[target];
    const known: unknown[] = Array.isArray(before) ? before : before === undefined ? [] : [before];
    values[target] = [...known, ...(groups === undefined ? members : [members])];
    delete values[name];
  }
  return values;
}
