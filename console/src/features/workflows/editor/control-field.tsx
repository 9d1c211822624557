import { Fieldset, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isBlocks } from '../../../ui/blocks';
import { CodeEditor } from '../../../ui/code-editor';
import { Info } from '../../../ui/info';
import { BlockField } from '../../editor/block-field';
import { AwaitedField } from './awaited-field';
import { helpOf } from './control-help';
import { choiceOf, labelOf } from './control-schema';
import { useField } from './editor-context';
import classes from './editor.module.css';
import { About, type ControlFieldProps } from './field-about';
import { LayoutField } from './layout-field';
import { PairsField } from './pairs-field';

/** Names of payload members and the like: no templates. */
const PLAIN = ['delayPath'];
/** In these texts HTML counts. */
const HTML = ['body'];
const LONG = 5000;

/** A control value, with the field that its schema asks for. Findings lead to it by its path. */
export function ControlField(props: ControlFieldProps) {
  return (
    <div data-field={props.path}>
      <FieldOf {...props} />
    </div>
  );
}

function FieldOf(props: ControlFieldProps) {
  const { name, control, value } = props;
  if (name === 'layoutId') return <LayoutField {...props} />;
  if (control.enum) return <ChoiceField {...props} />;
  if (control.type === 'boolean') return <FlagField {...props} />;
  if (control.type === 'number' || control.type === 'integer') return <AmountField {...props} />;
  if (name === 'until') return <AwaitedField {...props} />;
  if (control.type === 'array') return <PairsField {...props} />;
  if (control.oneOf) return Array.isArray(value) ? <PairsField {...props} /> : <TextField {...props} />;
  if (control.properties) return <GroupField {...props} />;
  if (control.type === 'object') return <JsonField {...props} />;
  return <TextField {...props} />;
}

function TextField({ path, name, control, value, onChange }: ControlFieldProps) {
  const { readOnly, variables, samples, error, warning } = useField(path);
  const text = typeof value === 'string' ? value : '';
  const description = <About name={name} warning={warning} />;
  const change = (next: string) => onChange(next === '' ? undefined : next);
  if (PLAIN.includes(name))
    return (
      <TextInput
        label={labelOf(name)}
        description={description}
        error={error}
        value={text}
        readOnly={readOnly}
        autoComplete="off"
        placeholder={typeof control.example === 'string' ? control.example : undefined}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    );
  const isLong = (control.maxLength ?? LONG) > LONG || control.oneOf !== undefined;
  const isHtml = HTML.includes(name) && (control.maxLength ?? 0) > 100_000;
  if (name === 'body' && isBlocks(text))
    return (
      <BlockField
        label={labelOf(name)}
        description={warning && description}
        error={error}
        value={text}
        onChange={change}
        readOnly={readOnly}
        variables={variables}
        samples={samples}
        inChat={!isHtml}
      />
    );
  return (
    <CodeEditor
      label={labelOf(name)}
      description={description}
      error={error}
      value={text}
      onChange={change}
      language={isHtml ? 'html' : 'text'}
      singleLine={!isLong}
      readOnly={readOnly}
      variables={variables}
    />
  );
}

function ChoiceField({ path, name, control, value, onChange }: ControlFieldProps) {
  const { readOnly, error, warning } = useField(path);
  const standard =
    control.default === undefined ? 'Select an option' : `Default: ${choiceOf(name, String(control.default))}`;
  return (
    <NativeSelect
      label={labelOf(name)}
      description={<About name={name} warning={warning} />}
      error={error}
      disabled={readOnly}
      value={typeof value === 'string' ? value : ''}
      data={[
        { value: '', label: standard },
        ...control.enum!.map((one) => ({ value: one, label: choiceOf(name, one) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}

function FlagField({ path, name, value, onChange }: ControlFieldProps) {
  const { readOnly, error, warning } = useField(path);
  const help = helpOf(name);
  return (
    <div className={classes.sentence}>
      <Switch
        label={labelOf(name)}
        description={warning && <About name="" warning={warning} />}
        error={error}
        disabled={readOnly}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked || undefined)}
      />
      {help !== undefined && <Info text={help} />}
    </div>
  );
}

function AmountField({ path, name, control, value, onChange }: ControlFieldProps) {
  const { readOnly, error, warning } = useField(path);
  const unit = control['x-unit'];
  return (
    <NumberInput
      label={labelOf(name)}
      description={<About name={name} warning={warning} />}
      error={error}
      readOnly={readOnly}
      min={control.minimum}
      max={control.maximum}
      allowDecimal={control.type === 'number'}
      suffix={unit === undefined || unit.endsWith('nit') ? undefined : ` ${unit}`}
      placeholder={control.default === undefined ? undefined : `${control.default}`}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(next === '' ? undefined : Number(next))}
    />
  );
}

function GroupField({ path, name, control, value, onChange }: ControlFieldProps) {
  const { error, warning } = useField(path);
  const values = (value ?? {}) as Record<string, unknown>;
  const members = control.properties ?? {};
  const change = (member: string, next: unknown) => {
    const { [member]: _former, ...others } = values;
    const all = next === undefined ? others : { ...values, [member]: next };
    onChange(Object.keys(all).length > 0 ? all : undefined);
  };
  return (
    <Fieldset legend={labelOf(name)} p="sm">
      <Stack gap="sm">
        <About name={name} warning={warning} error={error} />
        {Object.entries(members).map(([member, inner]) => (
          <ControlField
            key={member}
            path={`${path}.${member}`}
            name={member}
            control={inner}
            value={values[member]}
            onChange={(next) => change(member, next)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

/** What is not valid JSON yet stays as typed; when it is saved, the API says here what is wrong with it. */
function JsonField({ path, name, value, onChange }: ControlFieldProps) {
  const { readOnly, error, warning } = useField(path);
  const [text, setText] = useState(() => jsonText(value));
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : (JSON.parse(next) as unknown));
    } catch {
      onChange(next);
    }
  };
  return (
    <CodeEditor
      label={labelOf(name)}
      description={<About name={name} warning={warning} />}
      error={error ?? (typeof value === 'string' ? 'This is not valid JSON yet: check quotes and commas' : undefined)}
      value={text}
      onChange={change}
      language="json"
      readOnly={readOnly}
    />
  );
}

function jsonText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
