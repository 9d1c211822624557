import { SegmentedControl, useMantineColorScheme } from '@mantine/core';

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Chooses between light and dark; `auto` is what the system says. */
export function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      data={SCHEMES}
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
      aria-label="Theme"
    />
  );
}
