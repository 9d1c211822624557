import { Alert, SimpleGrid, Switch } from '@mantine/core';
import type { Integration } from './reads';

/** What is noted of the emails of an integration. */
export interface Tracking {
  trackOpens: boolean;
  trackClicks: boolean;
}

/** What an integration tracks, as it is stored. */
export function trackingOf(configurations: Integration['configurations']): Tracking {
  return { trackOpens: configurations?.trackOpens === true, trackClicks: configurations?.trackClicks === true };
}

interface TrackingFieldsProps {
  value: Tracking;
  issues: readonly string[];
  readOnly: boolean;
  onChange: (value: Tracking) => void;
}

/** Switches for tracking, and why it has no effect. */
export function TrackingFields({ value, issues, readOnly, onChange }: TrackingFieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Switch
          label="Track opens"
          description="Adds an invisible image to each email"
          disabled={readOnly}
          checked={value.trackOpens}
          onChange={({ currentTarget }) => onChange({ ...value, trackOpens: currentTarget.checked })}
        />
        <Switch
          label="Track clicks"
          description="Links lead through this installation"
          disabled={readOnly}
          checked={value.trackClicks}
          onChange={({ currentTarget }) => onChange({ ...value, trackClicks: currentTarget.checked })}
        />
      </SimpleGrid>
      {issues.length > 0 && (
        <Alert color="orange" variant="outline" title="Tracking has no effect">
          {issues.join(' ')}
        </Alert>
      )}
    </>
  );
}
