import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, read } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { useField } from './editor-context';
import { About, type ControlFieldProps } from './field-about';

const NONE = ' none';

/** The layouts that an email may stand in. */
export const layoutChoices = read('/v2/layouts', { query: { limit: 100, orderBy: 'name', orderDirection: 'ASC' } });

/** The layout around an email: that of the environment, none, or one of them. */
export function LayoutField({ path, name, value, onChange }: ControlFieldProps) {
  const { readOnly, error, warning } = useField(path);
  const layouts = useQuery(query(layoutChoices, useEnvironment())).data?.data.layouts ?? [];
  const standard = layouts.find(({ isDefault }) => isDefault);
  const known = layouts.map(({ layoutId, name }) => ({ value: layoutId, label: name }));
  const chosen = typeof value === 'string' ? value : '';
  const unknown = chosen !== '' && !known.some((one) => one.value === chosen) ? [{ value: chosen, label: chosen }] : [];
  return (
    <NativeSelect
      label="Layout"
      description={<About name={name} warning={warning} />}
      error={error}
      disabled={readOnly}
      value={value === null ? NONE : chosen}
      data={[
        { value: '', label: standard ? `Default: ${standard.name}` : 'Default: no layout yet' },
        { value: NONE, label: 'None' },
        ...known,
        ...unknown,
      ]}
      onChange={({ currentTarget: { value: next } }) => onChange(next === NONE ? null : next || undefined)}
    />
  );
}
