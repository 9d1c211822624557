import { htmlStart } from '../../platform/http/html.js';
import { INLINE_ICON } from '../favicon.js';
import { BELL } from '../page-html.js';
import { PAGE_STYLES } from '../page-styles.js';

/** In place of the console where it was not built; `{{nonce}}` is replaced. */
export const NOT_BUILT_HTML = `${htmlStart('Console · Carillon')}
${INLINE_ICON}
<style nonce="{{nonce}}">${PAGE_STYLES}</style>
</head>
<body>
<header class="top"><div class="wide"><span class="brand">${BELL}<strong>Carillon</strong></span></div></header>
<main class="wide">
  <div class="intro"><h1>Console</h1></div>
  <section class="card locked"><h2>The console is not built</h2>
  <p>Run this in the folder of Carillon, then load this page again:</p>
  <pre tabindex="0" aria-label="Command"><code>npm run build</code></pre></section>
</main>
</body>
</html>
`;
