import { Group, SegmentedControl, Switch } from '@mantine/core';
import type { FrameSearch } from './frame-search';

interface FrameSwitchProps {
  search: FrameSearch;
  onChange: (part: FrameSearch) => void;
  /** The frames to choose from, by their value in the address; empty for a content with one frame alone. */
  frames?: Readonly<Record<string, string>>;
}

const DESKTOP = 'desktop';

/** The frames of an email. */
export const EMAIL = { [DESKTOP]: 'Desktop', phone: 'Phone', text: 'Text', list: 'Inbox list' };

/** The frames of a layout, which has neither sender nor subject. */
export const LAYOUT = { [DESKTOP]: 'Desktop', phone: 'Phone', text: 'Text' };

/** Chooses where a message is looked at, and in which colors. */
export function FrameSwitch({ search: { frame, scheme }, onChange, frames = {} }: FrameSwitchProps) {
  const data = Object.entries(frames).map(([value, label]) => ({ value, label }));
  return (
    <Group gap="sm" justify="space-between">
      {data.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={frame ?? DESKTOP}
          data={data}
          onChange={(next) => onChange({ frame: next === DESKTOP ? undefined : (next as FrameSearch['frame']) })}
        />
      )}
      <Switch
        size="xs"
        label="Dark"
        checked={scheme === 'dark'}
        disabled={frame === 'text'}
        onChange={({ currentTarget }) => onChange({ scheme: currentTarget.checked ? 'dark' : undefined })}
      />
    </Group>
  );
}
