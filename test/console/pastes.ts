interface Paste {
  id: string;
  from: string;
  html: string;
  /** The document in short: texts with the names of their marks. */
  becomes: unknown;
}

/** The clipboard as programs fill it. */
export const PASTES: readonly Paste[] = [
  {
    id: 'word',
    from: 'a word processor',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style>
<script>alert(1)</script></head><body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment--><h1 style='color:#2F5496'>Offer<o:p></o:p></h1><p class=MsoNormal style='margin:0cm;font-family:"Calibri"'><b style='mso-bidi-font-weight:normal'>Bold</b> and <span style='font-style:italic;color:red;font-size:30pt'>slanted</span><o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>First</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Second</p><!--EndFragment--></body></html>`,
    becomes: {
      doc: [
        { heading1: ['Offer'] },
        { paragraph: ['Bold|bold', ' and ', 'slanted|italic'] },
        {
          bulletList: [{ listItem: [{ paragraph: ['First'] }] }, { listItem: [{ paragraph: ['Second'] }] }],
        },
      ],
    },
  },
  {
    id: 'docs',
    from: 'a document on the web',
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:700;color:#000000">Strong</span><span style="font-size:11pt;font-weight:400;text-decoration:line-through"> struck</span></p><ol><li dir="ltr" style="list-style-type:decimal"><p><span style="font-weight:400">One</span></p></li></ol></b>`,
    becomes: {
      doc: [
        { paragraph: ['Strong|bold', ' struck|strike'] },
        { orderedList: [{ listItem: [{ paragraph: ['One'] }] }] },
      ],
    },
  },
  {
    id: 'mail',
    from: 'an email',
    html: `<div style="display:none">Preheader</div><table width="600" bgcolor="#eee"><tr><td style="padding:20px"><p style="font-weight:bold">Your order</p></td><td><a href="https://shop.example.com/?a=1" style="background:#000" onclick="alert(1)">Open</a></td></tr></table><img src="https://track.example.com/o.gif" width="1" height="1"><img src="https://shop.example.com/shoes.png" alt="Shoes" width="320" onerror="alert(1)">`,
    becomes: {
      doc: [
        { paragraph: ['Your order|bold'] },
        { paragraph: ['Open|https://shop.example.com/?a=1'] },
        { image: { src: 'https://shop.example.com/shoes.png', alt: 'Shoes', width: 320 } },
      ],
    },
  },
  {
    id: 'page',
    from: 'a web page',
    html: `<article><h2 onclick="alert(1)" style="position:fixed">News</h2><p>Read <a href="javascript:alert(1)">this</a>, <a href="mailto:a@example.com"><em>write</em></a> and <code>npm ci</code><br>now</p><style>p{color:red}</style><iframe src="https://evil.example.com"></iframe><svg onload="alert(1)"><text>svg</text></svg><form><input value="x"><button>Send</button></form><script>document.title='x'</script></article>`,
    becomes: {
      doc: [
        { heading2: ['News'] },
        { paragraph: ['Read this, ', 'write|italic|mailto:a@example.com', ' and ', 'npm ci|code', '\n', 'now'] },
      ],
    },
  },
];
