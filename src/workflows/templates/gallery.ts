import { ACCOUNT_TEMPLATES } from './gallery/account.js';
import { COMMERCE_TEMPLATES } from './gallery/commerce.js';
import { ENGAGEMENT_TEMPLATES } from './gallery/engagement.js';
import { OPERATIONS_TEMPLATES } from './gallery/operations.js';
import type { WorkflowTemplate } from './template.js';

/** All templates, those that most people begin with first. */
export const GALLERY: readonly WorkflowTemplate[] = [
  ...ACCOUNT_TEMPLATES,
  ...COMMERCE_TEMPLATES,
  ...ENGAGEMENT_TEMPLATES,
  ...OPERATIONS_TEMPLATES,
];
