import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { EMPTY_BLOCKS, isBlocks, isEmptyBlocks } from '../../../ui/blocks';
import { ConvertBlocks } from '../../../ui/convert-blocks';
import { type DraftStep, withBlocks, withControl, withHtml } from '../draft';
import { ControlField } from './control-field';
import type { Control } from './control-schema';
import { useField } from './editor-context';
import { layoutChoices } from './layout-field';

/** Whether the body of a step is edited as blocks, which needs room. */
export function isInBlocks({ controlValues: { body } }: DraftStep): boolean {
  return typeof body === 'string' && isBlocks(body);
}

interface BlocksBodyProps {
  step: DraftStep;
  control: Control;
  onBody: (value: unknown) => void;
  onChange: (step: DraftStep) => void;
}

/** The body of an email or a chat message: blocks, or the HTML or text in their place. */
export function BlocksBody({ step, control, onBody, onChange }: BlocksBodyProps) {
  const { body, layoutId } = step.controlValues;
  const { readOnly } = useField('body');
  const text = typeof body === 'string' ? body : '';
  const inBlocks = isBlocks(text);
  const isEmail = step.type === 'email';
  const environment = useEnvironment();
  const layouts = useQuery({ ...query(layoutChoices, environment), enabled: inBlocks && isEmail }).data?.data.layouts;
  const isInLayout = typeof layoutId === 'string' || (layoutId === undefined && layouts?.some((one) => one.isDefault));
  const begin = (next: string | undefined, editorType: string | undefined) =>
    onChange(withControl(withControl(step, 'body', next), 'editorType', editorType));
  const code = isEmail ? 'HTML' : 'text';
  return (
    <>
      <ControlField path="body" name="body" control={control} value={body} onChange={onBody} />
      {!readOnly && inBlocks && isEmptyBlocks(text) && (
        <Group>
          <Button variant="default" size="xs" onClick={() => begin(undefined, isEmail ? 'html' : undefined)}>
            Write {code} instead
          </Button>
        </Group>
      )}
      {inBlocks && !isEmptyBlocks(text) && layouts && (
        <Group>
          <ConvertBlocks
            body={text}
            document={!isInLayout}
            permission="workflows:write"
            onConvert={(html) => onChange(withHtml(step, html))}
          />
        </Group>
      )}
      {!readOnly && !step.blocks && text === '' && (
        <Group>
          <Button variant="default" size="xs" onClick={() => begin(EMPTY_BLOCKS, isEmail ? 'block' : undefined)}>
            Use blocks instead
          </Button>
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
