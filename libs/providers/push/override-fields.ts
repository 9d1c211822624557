/** Of what the trigger wants to have changed, the fields that the service documents; those it lacks are absent. */
export function overrideFields(
  overrides: Readonly<Record<string, unknown>>,
  documented: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    documented.flatMap((name) => (Object.hasOwn(overrides, name) ? [[name, overrides[name]]] : [])),
  );
}
