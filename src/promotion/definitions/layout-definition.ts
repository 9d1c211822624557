import type { Layout } from '../../layouts/layout.schema.js';
import type { LayoutDefinition, Texts } from './definition.js';

/** What of a stored layout its definition is made of. */
export type AuthoredLayout = Pick<Layout, 'layoutId' | 'name' | 'isTranslationEnabled' | 'email'>;

/** The definition of a stored layout. */
export function toLayoutDefinition(layout: AuthoredLayout, translations: Texts): LayoutDefinition {
  const { layoutId, name, isTranslationEnabled, email } = layout;
  return {
    layoutId,
    name,
    isTranslationEnabled,
    ...(email && { email: { body: email.body, editorType: email.editorType } }),
    translations,
  };
}
