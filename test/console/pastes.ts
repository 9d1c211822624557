interface Paste {
  id: string;
  from: string;
  html: string;
  /** Whether it has images elsewhere, which are asked for and kept. */
  asks?: boolean;
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
    asks: true,
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
  {
    id: 'word-nested',
    from: 'a word processor, with lists in lists',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><body lang=DE style='tab-interval:35.4pt;word-wrap:break-word'><!--StartFragment-->
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo1'><![if !supportLists]><span style='mso-fareast-font-family:Calibri'><span style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Three</p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l1 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>a.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Inner <b>bold</b></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:108.0pt;mso-list:l1 level3 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>i.<span>&nbsp; </span></span><![endif]>Innermost</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>4.<span>&nbsp; </span></span><![endif]>Four</p>
<p class=MsoNormal>Between</p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo2'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Point</p>
<p class=MsoListParagraphCxSpLast style='margin-left:72.0pt;mso-list:l0 level2 lfo2'><![if !supportLists]><span style='font-family:"Courier New";mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Point in it</p><!--EndFragment--></body></html>`,
    becomes: {
      doc: [
        {
          orderedList: [
            {
              listItem: [
                { paragraph: ['Three'] },
                {
                  orderedList: [
                    {
                      listItem: [
                        { paragraph: ['Inner ', 'bold|bold'] },
                        { orderedList: [{ listItem: [{ paragraph: ['Innermost'] }] }] },
                      ],
                    },
                  ],
                },
              ],
            },
            { listItem: [{ paragraph: ['Four'] }] },
          ],
        },
        { paragraph: ['Between'] },
        {
          bulletList: [
            {
              listItem: [{ paragraph: ['Point'] }, { bulletList: [{ listItem: [{ paragraph: ['Point in it'] }] }] }],
            },
          ],
        },
      ],
    },
  },
  {
    id: 'docs-nested',
    from: 'a document on the web, with lists in lists',
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-7"><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><ul style="padding-inline-start:48px;"><li dir="ltr" style="list-style-type:circle" aria-level="2"><p dir="ltr" role="presentation"><span style="font-style:italic">Two</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Three</span></p></li></ul></b>`,
    becomes: {
      doc: [
        {
          bulletList: [
            {
              listItem: [{ paragraph: ['One'] }, { bulletList: [{ listItem: [{ paragraph: ['Two|italic'] }] }] }],
            },
            { listItem: [{ paragraph: ['Three'] }] },
          ],
        },
      ],
    },
  },
  {
    id: 'gmail',
    from: 'a mail program on the web',
    html: `<div dir="ltr"><div style="font-size:small">Hello <b>you</b></div><ol><li style="margin-left:15px">One</li><ol><li style="margin-left:15px">Inner</li></ol></ol></div>`,
    becomes: {
      doc: [
        { paragraph: ['Hello ', 'you|bold'] },
        {
          orderedList: [
            {
              listItem: [{ paragraph: ['One'] }, { orderedList: [{ listItem: [{ paragraph: ['Inner'] }] }] }],
            },
          ],
        },
      ],
    },
  },
  {
    id: 'outlook-web',
    from: 'another mail program on the web',
    html: `<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1" role="list" style="margin:0"><li data-leveltext="·" data-font="Symbol" data-listid="1" data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement"><p class="Paragraph SCXW1"><span class="TextRun" style="font-weight:bold"><span class="NormalTextRun">First</span></span><span class="EOP">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle2" role="list"><li data-leveltext="o" data-listid="1" data-aria-posinset="1" data-aria-level="2" role="listitem"><p class="Paragraph"><span class="TextRun">Within</span></p></li></ul></div>`,
    becomes: {
      doc: [
        {
          bulletList: [
            {
              listItem: [{ paragraph: ['First|bold'] }, { bulletList: [{ listItem: [{ paragraph: ['Within'] }] }] }],
            },
          ],
        },
      ],
    },
  },
];
