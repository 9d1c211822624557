import { Autocomplete, ColorInput, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { PicturePicker } from '../assets/picture-picker';
import type { Field } from './fields';
import type { Members } from './model/members';
import { findVariables, pathOf, type VariableChoice } from './model/variables';

interface InspectorFieldProps {
  field: Field;
  own: Members;
  variables: readonly VariableChoice[];
  readOnly: boolean;
  onChange: (changes: Members) => void;
}

const MOST = 20;
/** Of the text of an email, in pixels. */
const MAX_WIDTH = 584;

/** One attribute of the chosen block. */
export function InspectorField({ field, own, variables, readOnly, onChange }: InspectorFieldProps) {
  const { name, label, kind, help, flag, max, standard, choices = [] } = field;
  const value = own[name];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const set = (next: unknown) => onChange({ [name]: next });
  const common = { label, description: help, size: 'xs', readOnly } as const;
  if (kind === 'picture')
    return (
      <PicturePicker
        label={label}
        value={flag !== undefined && own[flag] === true ? '' : text}
        disabled={readOnly}
        onPick={({ url, alt, width }) =>
          onChange({
            [name]: url,
            ...(flag !== undefined && own[flag] !== undefined && { [flag]: false }),
            ...('alt' in own && { alt }),
            ...(width !== undefined && 'width' in own && { width: Math.min(width, MAX_WIDTH) }),
          })
        }
      />
    );
  if (kind === 'choice') {
    const isOther = text !== '' && !choices.some((one) => one.value === text);
    return (
      <NativeSelect
        {...common}
        disabled={readOnly}
        value={text === '' || isOther ? '' : text}
        data={[
          { value: '', label: isOther ? 'Custom' : (choices.find((one) => one.value === standard)?.label ?? 'Choose') },
          ...choices.filter((one) => one.value !== standard || one.value === text),
        ]}
        onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
      />
    );
  }
  if (kind === 'number') {
    const amount = Number.parseFloat(text);
    return (
      <NumberInput
        {...common}
        min={0}
        max={max}
        placeholder={standard === undefined ? 'Auto' : String(standard)}
        value={Number.isNaN(amount) ? '' : amount}
        onChange={(next) => set(next === '' ? undefined : Number(next))}
      />
    );
  }
  if (kind === 'color')
    return (
      <ColorInput
        {...common}
        value={text}
        placeholder={String(standard)}
        withEyeDropper={false}
        popoverProps={{ withinPortal: true }}
        onChange={(next) => set(next === '' ? undefined : next)}
      />
    );
  if (kind === 'text')
    return (
      <TextInput
        {...common}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.value)}
      />
    );
  if (kind === 'template') {
    const isVariable = flag !== undefined && (own[flag] === true || own[flag] === 'true');
    const shown = isVariable && text !== '' && !text.includes('{{') ? `{{${text}}}` : text;
    const change = (next: string) => {
      const path = flag === undefined ? undefined : pathOf(next);
      if (path !== undefined) onChange({ [name]: path, [flag!]: true });
      else onChange({ [name]: next, ...(isVariable && { [flag]: false }) });
    };
    const asks = /^(.*)\{\{\s*([^{}]*)$/s.exec(shown);
    const options = asks ? findVariables(variables, asks[2]!).slice(0, MOST) : [];
    return (
      <Autocomplete
        {...common}
        value={shown}
        data={options.map(({ path }) => `${asks![1]}{{${path}}}`)}
        filter={({ options: all }) => all}
        onChange={change}
      />
    );
  }
  const lists = variables.filter(({ detail }) => kind !== 'list' || detail.includes('array'));
  const isUntouched = lists.some(({ path }) => path === text);
  const offered = isUntouched ? lists : findVariables(lists, text);
  return (
    <Autocomplete
      {...common}
      value={text}
      data={offered.slice(0, MOST).map(({ path }) => path)}
      filter={({ options: all }) => all}
      onChange={(next) => set(next === '' ? undefined : next)}
    />
  );
}
