import { DATA_DOCUMENTS } from './data-documents.js';
import { LAYOUT_DOCUMENTS } from './layout-documents.js';
import { IMAGE } from './nodes.js';

/** What the golden documents are rendered with. */
export const GOLDEN_DATA = {
  subscriber: { firstName: 'Ada', lastName: 'Lovelace' },
  payload: {
    order: { id: 'A-1042', url: 'https://shop.example.com/orders/A-1042?from=mail&x=1', total: 45.5 },
    items: [
      { name: 'Running shoes', price: 40, image: IMAGE, url: 'https://shop.example.com/shoes', tags: ['new', 'blue'] },
      { name: 'Socks <b>&</b> laces', price: 5.5, image: 'javascript:alert(1)', url: 'javascript:alert(1)', tags: [] },
    ],
    isPaid: true,
    isLate: 'false',
    note: 'Leave it <i>at</i> the "door" & ring',
    button: 'Track your parcel',
    image: IMAGE,
    evil: 'javascript:alert(document.domain)',
  },
  steps: {
    'digest-step': {
      eventCount: 5,
      events: [
        { payload: { userName: 'Grace', comment: 'Well done' } },
        { payload: { userName: 'Alan', comment: 'Me too' } },
        { payload: { userName: 'Edsger', comment: 'Hm' } },
        { payload: { userName: 'Barbara', comment: 'Fine' } },
      ],
    },
  },
};

/** One document for each kind of node and mark, and some as they come from the editor. */
export const GOLDEN: Readonly<Record<string, string>> = { ...LAYOUT_DOCUMENTS, ...DATA_DOCUMENTS };
