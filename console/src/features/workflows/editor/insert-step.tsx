import { Button, Menu, Text, Tooltip } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRefusal } from '../../../api/session';
import type { StepType } from '../../../ui/step-name';
import { kindName, STEP_TYPES } from '../kinds';
import { kindOf } from './control-schema';
import { KindIcon } from './kind-icon';

interface InsertStepProps {
  /** What the button says: `Add a step at the end`. */
  label: string;
  readOnly: boolean;
  /** Shows the sign only, with `label` for those who point at it or hear it. */
  small?: boolean;
  onChoose: (type: StepType) => void;
}

/** Chooses the kind of a new step. */
export function InsertStep({ label, readOnly, small = false, onChoose }: InsertStepProps) {
  const refusal = useRefusal('workflows:write');
  const look = small
    ? { variant: 'subtle', size: 'compact-xs', 'aria-label': label }
    : { variant: 'default', size: 'xs' };
  const plus = <Plus size={14} aria-hidden />;
  if (readOnly)
    return (
      <Tooltip label={refusal} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <Button {...look} data-disabled aria-disabled aria-description={refusal} leftSection={small ? undefined : plus}>
          {small ? plus : label}
        </Button>
      </Tooltip>
    );
  return (
    <Menu width={320} position="bottom-start" withinPortal>
      <Menu.Target>
        <Button {...look} leftSection={small ? undefined : plus} title={small ? label : undefined}>
          {small ? plus : label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {STEP_TYPES.map((type) => (
          <Menu.Item key={type} leftSection={<KindIcon type={type} />} onClick={() => onChoose(type)}>
            {kindName(type)}
            <Text size="xs" c="dimmed">
              {kindOf(type).description.split('. ', 1)[0]}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
