import { Fieldset, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { ControlField } from './control-field';
import { choiceOf, type Control, kindOf } from './control-schema';
import { useField } from './editor-context';
import { valueAt, type Values, withValue } from './waits/sentence';

interface InAppFormProps {
  values: Values;
  onChange: (values: Values) => void;
}

const BUTTONS = { primaryAction: 'Primary button', secondaryAction: 'Secondary button' };

/** A notification of the inbox: its texts, its picture, its two buttons side by side, and where a click leads. */
export function InAppForm({ values, onChange }: InAppFormProps) {
  const field = (name: string) => (
    <ControlField
      path={name}
      name={name}
      control={kindOf('in_app').fields[name]!}
      value={values[name]}
      onChange={(value) => onChange(withValue(values, name, value))}
    />
  );
  return (
    <>
      {field('subject')}
      {field('body')}
      {field('avatar')}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {Object.entries(BUTTONS).map(([name, legend]) => (
          <Fieldset key={name} legend={legend} p="sm">
            <Stack gap="sm">
              <Leaf path={`${name}.label`} values={values} onChange={onChange} />
              <Redirect path={`${name}.redirect`} values={values} onChange={onChange} />
            </Stack>
          </Fieldset>
        ))}
      </SimpleGrid>
      <Fieldset legend="Click on the notification" p="sm">
        <Stack gap="sm">
          <Redirect path="redirect" values={values} onChange={onChange} />
        </Stack>
      </Fieldset>
    </>
  );
}

type PartProps = InAppFormProps & { path: string };

/** An address, and in which window it opens. Without an address there is neither. */
function Redirect({ path, values, onChange }: PartProps) {
  const { readOnly, error } = useField(`${path}.target`);
  const url = `${path}.url`;
  const target = valueAt(values, `${path}.target`);
  return (
    <>
      <Leaf
        path={url}
        values={values}
        onChange={(next) => onChange(valueAt(next, url) === undefined ? withValue(next, path, undefined) : next)}
      />
      <NativeSelect
        label="Opens in"
        data-field={`${path}.target`}
        error={error}
        disabled={readOnly || valueAt(values, url) === undefined}
        value={typeof target === 'string' ? target : ''}
        data={[
          { value: '', label: 'Default' },
          ...controlAt(`${path}.target`).enum!.map((one) => ({ value: one, label: choiceOf('target', one) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange(withValue(values, `${path}.target`, currentTarget.value || undefined))
        }
      />
    </>
  );
}

function Leaf({ path, values, onChange }: PartProps) {
  return (
    <ControlField
      path={path}
      name={path.endsWith('.url') ? 'link' : path.split('.').at(-1)!}
      control={controlAt(path)}
      value={valueAt(values, path)}
      onChange={(value) => onChange(withValue(values, path, value))}
    />
  );
}

function controlAt(path: string): Control {
  const [first, ...rest] = path.split('.');
  return rest.reduce((control, name) => control.properties![name]!, kindOf('in_app').fields[first!]!);
}
