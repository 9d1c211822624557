import { Badge, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { Loaded } from '../../ui/loaded';
import { SandboxedHtml } from '../../ui/sandboxed-html';
import { kindName } from './kinds';
import { templateList } from './reads';
import classes from './templates.module.css';

export type Template = Schemas['TemplateDto'];

const CATEGORIES: Record<Template['category'], string> = {
  account: 'Account',
  commerce: 'Commerce',
  engagement: 'Engagement',
  operations: 'Operations',
};

interface GalleryProps {
  /** Id of the template that is chosen; undefined for a blank workflow. */
  chosen: string | undefined;
  onChoose: (template: Template | undefined) => void;
}

/** Workflows to begin with, each with a picture of its email. */
export function TemplateGallery({ chosen, onChoose }: GalleryProps) {
  const environment = useEnvironment();
  const templates = useQuery({ ...query(templateList, environment), staleTime: Infinity });
  const [category, setCategory] = useState('all');
  return (
    <Stack component="section" aria-label="Templates">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Start from a template
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Category"
          value={category}
          onChange={setCategory}
          data={[
            { value: 'all', label: 'All' },
            ...Object.entries(CATEGORIES).map(([value, label]) => ({ value, label })),
          ]}
        />
      </Group>
      <Loaded query={templates}>
        {({ data }) => (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="md">
            <Card
              name="Blank workflow"
              about="Without steps: add them one by one."
              isChosen={chosen === undefined}
              onChoose={() => onChoose(undefined)}
            />
            {data
              .filter((one) => category === 'all' || one.category === category)
              .map((one) => (
                <Card
                  key={one.templateId}
                  name={one.name}
                  about={one.description}
                  channels={one.channels.map(kindName)}
                  html={one.previewHtml}
                  isChosen={chosen === one.templateId}
                  onChoose={() => onChoose(one)}
                />
              ))}
          </SimpleGrid>
        )}
      </Loaded>
    </Stack>
  );
}

interface CardProps {
  name: string;
  about: string;
  channels?: string[];
  html?: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Card({ name, about, channels = [], html, isChosen, onChoose }: CardProps) {
  return (
    <Paper withBorder className={classes.card} data-chosen={isChosen || undefined}>
      <div className={classes.picture} aria-hidden inert>
        {html ? (
          <div className={classes.page}>
            <SandboxedHtml title={`Email of ${name}`} html={html} />
          </div>
        ) : (
          <Plus size={32} className={classes.blank} />
        )}
      </div>
      <UnstyledButton className={classes.choose} aria-pressed={isChosen} onClick={onChoose}>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
        <Group gap={4} mt={6}>
          {channels.map((channel) => (
            <Badge key={channel} size="xs" variant="outline" color="gray">
              {channel}
            </Badge>
          ))}
        </Group>
      </UnstyledButton>
    </Paper>
  );
}
