import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { FIRST_PAGE } from './paging';
import { PersonChooser } from './person-chooser';

interface FilterPersonProps {
  /** The search parameter it sets. */
  name: string;
  /** The subscriber id that the address has now. */
  value: string | undefined;
}

/** A filter that is a subscriber. It is in the address, and leads back to the first page. */
export function FilterPerson({ name, value }: FilterPersonProps) {
  const navigate = useNavigate();
  const choose = (subscriberId: string | undefined) => {
    const search = (now: object) => ({ ...now, ...FIRST_PAGE, [name]: subscriberId });
    void navigate({ to: '.', search: search as never, replace: true });
  };
  return (
    <PersonChooser
      aria-label="Subscriber"
      none="All subscribers"
      w={{ base: '100%', xs: 220 }}
      leftSection={<Search size={16} aria-hidden />}
      value={value}
      onChange={choose}
    />
  );
}
