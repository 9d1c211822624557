import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { Loaded } from '../../ui/loaded';
import { EditTexts, type LocaleTextsProps } from './edit-texts';
import { translation } from './reads';
import { textsOf } from './texts';

/** The texts of one language, when they and those of the default language are there. */
export function LocaleTexts(props: LocaleTextsProps) {
  const { resourceType, resourceId, locale, isStored, defaultLocale } = props;
  const environment = useEnvironment();
  const own = useQuery({ ...query(translation(resourceType, resourceId, locale), environment), enabled: isStored });
  const standard = useQuery({
    ...query(translation(resourceType, resourceId, defaultLocale ?? ''), environment),
    enabled: defaultLocale !== undefined && defaultLocale !== locale,
  });
  const isOther = defaultLocale !== undefined && defaultLocale !== locale;
  const wanted = [...(isStored ? [own] : []), ...(isOther ? [standard] : [])];
  const waiting = wanted.find(({ data }) => data === undefined);
  if (waiting) return <Loaded query={waiting}>{() => null}</Loaded>;
  return (
    <EditTexts
      {...props}
      content={isStored ? own.data!.data.content : {}}
      version={isStored ? own.data!.data.updatedAt : ''}
      standard={isOther ? textsOf(standard.data!.data.content) : undefined}
    />
  );
}
