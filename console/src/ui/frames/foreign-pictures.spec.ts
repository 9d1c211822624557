import { hasForeignPictures } from './foreign-pictures';

it.each([
  ['<p>https://a.example/a.png</p>', false],
  ['<a href="https://a.example/">Go</a>', false],
  ['<img alt="x">', false],
  ['<img src="data:image/png;base64,AAAA">', false],
  ['<img src="https://a.example/a.png" alt="">', true],
  ['<IMG alt="a > b" width=1 SRC=http://a.example/a.png>', true],
  ['<td background="https://a.example/a.png">', true],
  ['<div style="background-image: url( \'https://a.example/a.png\')">', true],
])('%s has pictures from elsewhere: %s', (html, has) => {
  expect(hasForeignPictures(html)).toBe(has);
});
