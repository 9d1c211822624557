import {
  AlignVerticalSpaceAround,
  Box,
  Code,
  CodeXml,
  Columns2,
  Columns3,
  Crown,
  Eye,
  Heading1,
  Heading2,
  Heading3,
  Image,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Newspaper,
  PanelBottom,
  Quote,
  RectangleHorizontal,
  Repeat,
  Type,
} from 'lucide-react';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  text: Type,
  'heading-1': Heading1,
  'heading-2': Heading2,
  'heading-3': Heading3,
  button: RectangleHorizontal,
  image: Image,
  columns: Columns2,
  'columns-3': Columns3,
  section: Box,
  divider: Minus,
  spacer: AlignVerticalSpaceAround,
  'bullet-list': List,
  'numbered-list': ListOrdered,
  quote: Quote,
  repeat: Repeat,
  show: Eye,
  footer: PanelBottom,
  logo: Crown,
  'link-card': Newspaper,
  code: Code,
  html: CodeXml,
};

/** The sign of a block that may be added. */
export function BlockIcon({ id }: { id: string }) {
  const Icon = ICONS[id] ?? Box;
  return <Icon size={16} aria-hidden />;
}
