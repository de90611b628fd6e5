// Its knights walk out and home. It resigns when it is in check or when a piece was captured.
const walks = {white: ["Nf3", "Nc3", "Ng1", "Nb1"], black: ["Nf6", "Nc6", "Ng8", "Nb8"]};
let walk = [], turn = 0;
require("readline").createInterface({input: process.stdin}).on("line", (text) => {
    const line = text.trim();
    walk = walks[line] ?? walk;
    if (line === "black") return;  // wait for White's first move
    console.log(/[x+]/.test(line) ? "resign" : walk[turn++ % 4]);  // after "." another move
});
