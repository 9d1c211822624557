import { NativeSelect, Text } from '@mantine/core';
import type { Draft, Workflow } from '../draft';

export const KIND_NAMES: Readonly<Record<Workflow['kind'], string>> = {
  transactional: 'Transactional',
  subscription: 'Subscription',
};

const KINDS = Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label }));

interface FieldsProps {
  draft: Draft;
  readOnly: boolean;
  /** What keeps mail programs from offering one click. */
  warning: string | undefined;
  onChange: (changes: Partial<Draft>) => void;
}

/** Whether people may unsubscribe from a workflow, and by which of its tags they choose. */
export function KindFields({ draft: { kind, category, tags, preferences }, readOnly, warning, onChange }: FieldsProps) {
  const isCritical = preferences?.all.readOnly === true;
  return (
    <>
      <NativeSelect
        label="Type"
        description={
          isCritical
            ? 'This workflow is critical: nobody can unsubscribe from it.'
            : 'People can unsubscribe from a subscription. Its emails have a one-click unsubscribe.'
        }
        data={KINDS}
        value={kind}
        disabled={readOnly || (isCritical && kind === 'transactional')}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as Workflow['kind'];
          const [first = null] = tags;
          onChange({ kind: chosen, ...(chosen === 'subscription' && category === null && { category: first }) });
        }}
      />
      {warning !== undefined && kind === 'subscription' && (
        <Text size="sm" c="dimmed">
          Warning: {warning}
        </Text>
      )}
      <NativeSelect
        label="Category"
        description="People opt in and out of all workflows of a category at once. Pick one of the tags."
        data={[{ value: '', label: 'None' }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
        value={category ?? ''}
        disabled={readOnly}
        onChange={({ currentTarget: { value } }) => onChange({ category: value === '' ? null : value })}
      />
    </>
  );
}

/** A category that is no longer among the tags is none. */
export function withTags(tags: string[], { category }: Pick<Draft, 'category'>): Partial<Draft> {
  return { tags, ...(category !== null && !tags.includes(category) && { category: null }) };
}
