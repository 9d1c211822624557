import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useContext, useState } from 'react';
import { type DraftStep, withControl } from '../draft';
import type { StepType } from '../../../ui/step-name';
import { BlocksBody } from './blocks-body';
import { ControlField } from './control-field';
import { controlsOf } from './control-schema';
import { ControlsAsJson } from './controls-as-json';
import { FieldContext } from './editor-context';
import { InAppForm } from './in-app-form';
import { type Values, WAIT_KINDS, type WaitKind } from './waits/sentence';
import { WaitForm } from './waits/wait-form';

interface StepControlsProps {
  step: DraftStep;
  onChange: (step: DraftStep) => void;
  /** Name of the control that is looked for. */
  wanted: string | undefined;
}

/** Their bodies may be documents of blocks. */
const MADE_OF_BLOCKS = ['email', 'chat'];

const WAITS: readonly StepType[] = WAIT_KINDS;

/** The control values of a step: as a sentence, as the form of its channel, or field by field. */
export function StepControls({ step, onChange, wanted }: StepControlsProps) {
  const { type, controlValues } = step;
  const [opened, more] = useDisclosure();
  const [asJson, setAsJson] = useState(false);
  const { first, more: rest } = controlsOf(type, controlValues);
  const isSet = rest.some(({ name }) => controlValues[name] !== undefined);
  const { problems } = useContext(FieldContext);
  const hasProblem = (name: string) => Object.keys(problems).some((path) => path.split('.', 1)[0] === name);
  const showsMore = opened || rest.some(({ name }) => name === wanted || hasProblem(name));
  const setAll = (next: Values) => onChange({ ...step, controlValues: { ...next } });
  const fields = (controls: typeof first) =>
    controls.map(({ name, control }) => {
      const set = (value: unknown) => onChange(withControl(step, name, value));
      if (MADE_OF_BLOCKS.includes(type) && name === 'body')
        return <BlocksBody key={name} step={step} control={control} onBody={set} onChange={onChange} />;
      return (
        <ControlField key={name} path={name} name={name} control={control} value={controlValues[name]} onChange={set} />
      );
    });
  if (asJson) return <ControlsAsJson values={controlValues} onChange={setAll} onClose={() => setAsJson(false)} />;
  return (
    <>
      {type === 'in_app' && <InAppForm values={controlValues} onChange={setAll} />}
      {type === 'wait_until' && fields(first)}
      {WAITS.includes(type) && <WaitForm kind={type as WaitKind} values={controlValues} onChange={setAll} />}
      {type !== 'wait_until' && fields(first)}
      <Group gap="xs">
        {rest.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={more.toggle} aria-expanded={showsMore}>
            {isSet ? 'Advanced (in use)' : 'Advanced'}
          </Button>
        )}
        {(WAITS.includes(type) || (type === 'in_app' && showsMore)) && (
          <Button variant="subtle" size="compact-sm" onClick={() => setAsJson(true)}>
            Edit as JSON
          </Button>
        )}
      </Group>
      {showsMore && fields(rest)}
    </>
  );
}
