import { randomBytes } from 'node:crypto';

/** The body of a create request: an identifier of its own, and whatever the test cares about. */
export function aLayout<Fields extends object>(fields?: Fields) {
  return { layoutId: `layout-${randomBytes(6).toString('hex')}`, name: 'Shop frame', ...(fields as Fields) };
}

/** The control values of a layout with this body. */
export function layoutValues(body = '<main>{{ content }}</main>') {
  return { email: { body, editorType: 'html' as const } };
}
