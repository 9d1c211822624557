import { NativeSelect } from '@mantine/core';
import { DEFAULT, type Samples } from './samples';

/** Chooses the data that a workflow is looked at with. */
export function SampleSwitch({ samples: { all, chosen, choose } }: { samples: Samples }) {
  if (all.length === 0) return null;
  return (
    <NativeSelect
      label="Sample data"
      value={chosen ?? ''}
      data={[{ value: '', label: DEFAULT }, ...all.map(({ name }) => ({ value: name, label: name }))]}
      onChange={({ currentTarget }) => choose(currentTarget.value || undefined)}
    />
  );
}
