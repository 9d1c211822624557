import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { isBlocks } from '../../../ui/blocks';
import { ConvertBlocks } from '../../../ui/convert-blocks';
import { type DraftStep, withBlocks, withHtml } from '../draft';
import { ControlField } from './control-field';
import type { Control } from './control-schema';
import { layoutChoices } from './layout-field';

interface EmailBodyProps {
  step: DraftStep;
  control: Control;
  onBody: (value: unknown) => void;
  onChange: (step: DraftStep) => void;
}

/** The body of an email: HTML, or blocks that can be converted to it. */
export function EmailBody({ step, control, onBody, onChange }: EmailBodyProps) {
  const { body, layoutId } = step.controlValues;
  const text = typeof body === 'string' ? body : '';
  const inBlocks = isBlocks(text);
  const environment = useEnvironment();
  const layouts = useQuery({ ...query(layoutChoices, environment), enabled: inBlocks }).data?.data.layouts;
  const isInLayout = typeof layoutId === 'string' || (layoutId === undefined && layouts?.some((one) => one.isDefault));
  return (
    <>
      <ControlField path="body" name="body" control={control} value={body} onChange={onBody} />
      {inBlocks && layouts && (
        <Group>
          <ConvertBlocks
            body={text}
            document={!isInLayout}
            permission="workflows:write"
            onConvert={(html) => onChange(withHtml(step, html))}
          />
        </Group>
      )}
      {step.blocks && (
        <Group>
          <Button variant="default" size="xs" onClick={() => onChange(withBlocks(step))}>
            Back to the blocks
          </Button>
        </Group>
      )}
    </>
  );
}
