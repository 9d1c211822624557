import { Badge, Group, Text } from '@mantine/core';
import { DeleteLocale } from './delete-locale';
import { localeName, type ResourceType } from './reads';
import classes from './texts-grid.module.css';

interface LanguageHeadProps {
  resourceType: ResourceType;
  resourceId: string;
  locale: string;
  isDefault: boolean;
  isStored: boolean;
  missing: number;
  outdated: number;
}

/** The head of the column of a language: what is the matter with it, and how it is deleted. */
export function LanguageHead({ resourceType, resourceId, locale, ...language }: LanguageHeadProps) {
  const { isDefault, isStored, missing, outdated } = language;
  return (
    <th role="columnheader" scope="col" className={classes.language} data-default={isDefault || undefined}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <span>{localeName(locale)}</span>
        {isStored && <DeleteLocale resourceType={resourceType} resourceId={resourceId} locale={locale} />}
      </Group>
      <Group gap={4}>
        {isDefault && (
          <Badge size="sm" variant="outline">
            Default language
          </Badge>
        )}
        <Text span size="xs" c="dimmed">
          {[missing > 0 && `${missing} missing`, outdated > 0 && `${outdated} outdated`].filter(Boolean).join(', ')}
        </Text>
      </Group>
    </th>
  );
}
