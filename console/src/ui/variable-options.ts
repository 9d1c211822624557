/** A JSON Schema of variables, as far as suggestions read it. */
export interface VariableSchema {
  type?: string | readonly string[];
  format?: string;
  /** The values that it may have. */
  enum?: readonly unknown[];
  description?: string;
  properties?: Readonly<Record<string, VariableSchema>>;
  items?: VariableSchema;
}

interface VariableOption {
  label: string;
  type: 'variable' | 'property';
  detail?: string;
}

/** What may follow a path in a template: the members of `payload.order`, say; for an empty path all variables. */
export function variableOptions(schema: VariableSchema | undefined, path: readonly string[]): VariableOption[] {
  let place = schema;
  for (const part of path) place = /^\d+$/.test(part) ? place?.items : place?.properties?.[part];
  return Object.entries(place?.properties ?? {}).map(([label, { type }]) => ({
    label,
    type: path.length === 0 ? 'variable' : 'property',
    detail: type === undefined ? undefined : [type].flat().join(' or '),
  }));
}

/** Describes a value that is there, such as the payload of an example or the variables of an environment. */
export function schemaOf(value: unknown): VariableSchema {
  if (Array.isArray(value)) return { type: 'array', ...(value.length > 0 && { items: schemaOf(value[0]) }) };
  if (typeof value !== 'object' || value === null) return value === null ? {} : { type: typeof value };
  const members = Object.entries(value).map(([name, member]): [string, VariableSchema] => [name, schemaOf(member)]);
  return { type: 'object', properties: Object.fromEntries(members) };
}

/** Adds to a schema the variables that another one knows. */
export function withMore(schema: VariableSchema, more: VariableSchema): VariableSchema {
  const { properties = {} } = schema;
  const added = Object.entries(more.properties ?? {}).map(([name, member]): [string, VariableSchema] => [
    name,
    properties[name] ? withMore(properties[name], member) : member,
  ]);
  if (added.length === 0) return schema;
  return { ...schema, properties: { ...properties, ...Object.fromEntries(added) } };
}
