/** The icon of the pages, for the tab of a browser: a bell on its own background, visible on light and dark tabs. */
export const FAVICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#4338ca"/>
<path d="M16 6v2M9.5 20v-5a6.5 6.5 0 0 1 13 0v5l2 2.5h-17zM14 25.5h4" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"
 stroke-linejoin="round"/>
</svg>
`;

/** The same as an icon file of 32 × 32 pixels, for clients that request `/favicon.ico` without reading a page. */
export const FAVICON_ICO = Buffer.from(
  'AAABAAEAICAAAAEAIABrAwAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAAyBJREFUeJzsl11IU2EYx//v' +
    '2Zdp2kw30zS/ybQxlcxhBX2yVLAsim7KCC/qoot1kxdBN0FFFwYiaBRhIHQRmmjYlXkTqEENYWr0NT+YuBlZNJ2b2+m8RzcUnefd' +
    '0nXTDw57znmf9/k/vB/P3leOZRwu/KCWqTwmHryBEBQCRIsNgbfzPMwEpM87r6jvNRfN+FuI3zhqeFdOwD8WzBRsLjYepLanr6Q7' +
    'kMCR/f1GjiOvEUGEJCpoEuSgbjBeFe2yCKkkI7LYZsmCjlNGz9eEK67RKpGoUSBMUrb4FJfkwrwbEAYxMTK0tulFu9r4Hk6nF6FC' +
    'tTmehJfAzjQVOBnEJyVVhXCg2sIIkPRQOimUBKVlahTviwt8M1ZqoN3xC/1vZ7CwwDPHotrkmGGAuUdm9hbcvpuD1LSoNdtHrS7c' +
    'ufUZ377MgRWO1fFEeQKaWgpWiNsm5sXHT3pGlOhz/GQCa1jIWZzS0qNgupkJmYzA4+Hx/Nkkul7a8X3aI7YnJCpQdVaLCxeTRZ8b' +
    'dZkYsTgxMe6SjC05BXSRNT4pQO7uaLhcPlytsWBizBU00eaWvVCqCEaGnLheOwReYoIlp0CnjxXFKc0N40HFKeOjLjxqHBPtvPwY' +
    '5Ou2QgrJBLKyF8Xp6u5qt0u5o7PNEdgJWTnRkv7SCeQuBvn0cVZyOCleLw/r0i7I3ogE4rcvrtOfPzxgZXraLf6ylGnmbbhZ/E+A' +
    'qRBRfOwlPqQ+645A9fkkGA6oRZvucVb8taLskBqnz61/rAxaCfXFsXjQkAduKcVhobS63T6woFRy2FMQI9o+oYvp2jAsg7/X9A06' +
    'BRVVmoA4xR8wVGiMqjPa0BPo7nQgbptcqOt/v047XgSvoCGdB/yY6jKQumvlmYCukYf3rQgVOc/zU4SQJNYOSclKVJ7SrPquL4pF' +
    '61MbHHY3WKHawpEMZsE2snaamnTjVYdj1QiMfp0LSZxCtYUR4MyE8MwJUOrvWbERUG3Ox8mbhH+5GUQYqkm1ud6+IqvwdgURRria' +
    'Xaba4h7rGShtp3c1wbRh86GX04o3/SUd9IUsb/kX1/M/AAAA///FvawKAAAABklEQVQDAPAHHjm+D9ybAAAAAElFTkSuQmCC',
  'base64',
);

/** The icon embedded in a page, for pages whose policy forbids loading it, or whose server has no `/favicon.svg`. */
export const INLINE_ICON = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(FAVICON_SVG)}">`;

/** The logo of the pages. */
export const BELL =
  '<svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" ' +
  'stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M12 3v2M6 16V11a6 6 0 0 1 12 0v5l2 2H4z' +
  'M10 21h4"/></svg>';
