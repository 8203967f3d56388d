/** How an exported story looks: a book's page by day and by night, with the colours of the reading view. */
export const STYLE = `
:root{--page:#FFFBFF;--ink:#201F22;--quiet:#5B5862;--rubric:#7053A8;--line:#CFCAD5;--panel:#F6F2F6;--works:#1B5C2F;--cost:#6F4800;--fails:#8D2C4C;--focus:#614598}
@media screen and (prefers-color-scheme:dark){:root{--page:#18161C;--ink:#EBE1D6;--quiet:#B5AEBD;--rubric:#EFB84A;--line:#494552;--panel:#211E25;--works:#93D69D;--cost:#FFB952;--fails:#FFB1C3;--focus:#FFD07C}}
html{background:var(--page);color:var(--ink);font:1.1875rem/1.58 Literata,Charter,"Bitstream Charter","Iowan Old Style",Georgia,serif;-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:0 1.25rem 6rem;max-width:34rem;overflow-wrap:break-word}
header{padding-top:4rem}
h1{font-size:2.1rem;line-height:1.15;margin:0}
h2{font-size:1.6rem;line-height:1.2;margin:5rem 0 0;padding-top:1.5rem;border-top:1px solid var(--line)}
h3{font-size:1.35rem;line-height:1.28;margin:.1rem 0 .8rem}
h4{font-size:1rem;margin:2rem 0 .4rem;color:var(--rubric)}
p{margin:0;text-wrap:pretty}
article p:not([class])+p:not([class]){text-indent:1.4em}
blockquote{margin:.8rem 0 .8rem 1.4em;padding-left:.9rem;border-left:2px solid var(--line)}
article{margin-top:2.6rem}
figure{margin:.8rem 0 1.2rem}img{display:block;max-width:100%;max-height:24rem;border-radius:4px}figcaption{color:var(--quiet);font-size:.8rem;margin-top:.3rem}
article,section{scroll-margin-top:1.5rem}
a{color:var(--rubric);text-underline-offset:.15em}
a:focus-visible,.tree:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.quiet{color:var(--quiet);font-size:.95rem;margin:.5rem 0 0}
.choice{font-style:italic;margin:0 0 1rem;padding-left:.9rem;border-left:2px solid var(--line)}
.when{color:var(--rubric);font-size:.95rem;margin-bottom:.4rem}
.number{color:var(--quiet);font-size:.85rem;margin-left:.4rem;text-decoration:none}
.number:hover{text-decoration:underline}
.roll{font-size:.95rem;margin:.8rem 0 1rem;padding:.5rem 0;border-block:1px solid var(--line)}
.roll.success{color:var(--works)}.roll.partial{color:var(--cost)}.roll.fail{color:var(--fails)}
.end{margin-top:2rem;text-align:center;font-weight:600}
.fork{margin-top:1.2rem;padding:.5rem .8rem;font-size:.95rem;background:var(--panel)}
nav{margin-top:2rem;font-size:.95rem}
nav ul{margin:.3rem 0;padding-left:1.1rem}
nav .quiet{font-size:inherit}
nav .key{font-size:.85rem;margin:0 0 1rem}
.here{font-weight:600}
.tree{overflow-x:auto;background:var(--panel);padding:1rem;margin:0 0 1rem}
.tree svg{display:block;font-size:13px}
.tree text{fill:var(--ink);paint-order:stroke;stroke:var(--panel);stroke-width:4px}
.tree .way{fill:none;stroke:var(--quiet);stroke-width:2}
.tree .dot{fill:var(--quiet)}.tree .plot{fill:var(--rubric)}.tree .works{fill:var(--panel);stroke:var(--works);stroke-width:3}
.tree .cost{fill:var(--panel);stroke:var(--cost);stroke-width:3}.tree .fails{stroke:var(--fails);stroke-width:2.5;fill:none}
.tree .stands{fill:none;stroke:var(--focus);stroke-width:2}
.unseen{position:absolute;width:1px;height:1px;margin:0;padding:0;border:0;overflow:hidden;clip-path:inset(50%)}
section:first-child>h2{margin-top:2rem;border-top:0}
@page{margin:18mm 20mm}
@media print{html{font-size:11pt}body{max-width:none;padding:0}header{padding-top:0}.tree,nav .key{display:none}a{color:inherit;text-decoration:none}
p{orphans:3;widows:3}h1,h2,h3,h4,.choice,.when,.roll{break-after:avoid-page}.choice,.roll,.fork{break-inside:avoid-page}}
`;

/** The same for a book: how large its text is, the reader's program says. */
export const BOOK_STYLE = STYLE.replace("font:1.1875rem/", "font:100%/");
