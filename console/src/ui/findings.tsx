import { Group, List, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { placeOf } from './finding-place';
import type { Finding } from './use-check';

interface FindingsProps {
  findings: readonly Finding[];
  /** What leads to the place of a finding, with the name of the place. */
  toPlace: (finding: Finding, place: string) => ReactNode;
  /** Before the place, such as the name of the workflow. */
  within?: string;
}

/** What a check has found: the same list for Save, Test and Publish. */
export function Findings({ findings, toPlace, within }: FindingsProps) {
  return (
    <List listStyleType="none" size="sm" spacing={6} mah={280} style={{ overflowY: 'auto' }} tabIndex={0}>
      {findings.map((finding) => {
        const { severity, message } = finding;
        const place = [within, placeOf(finding)].filter((part) => part !== undefined && part !== '').join(' · ');
        const isError = severity === 'error';
        const Icon = isError ? CircleX : TriangleAlert;
        return (
          <List.Item key={`${place} ${message}`}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <ThemeIcon size="sm" variant="transparent" color={isError ? 'red' : 'orange'} aria-hidden>
                <Icon size={16} />
              </ThemeIcon>
              <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
                <VisuallyHidden>{isError ? 'Error: ' : 'Warning: '}</VisuallyHidden>
                {place !== '' && toPlace(finding, place)}
                {place !== '' && ': '}
                {message}
              </Text>
            </Group>
          </List.Item>
        );
      })}
    </List>
  );
}

/** `2 errors and 1 warning`; undefined for none. */
export function countInWords(findings: readonly Pick<Finding, 'severity'>[]): string | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const counts = [inWords(errors, 'error'), inWords(findings.length - errors, 'warning')];
  return counts.filter((text) => text !== undefined).join(' and ') || undefined;
}

function inWords(count: number, word: string): string | undefined {
  return count === 0 ? undefined : `${count} ${word}${count === 1 ? '' : 's'}`;
}
