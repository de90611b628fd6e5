// Its knights walk out and home. It resigns when it is in check or when a piece was captured.
fun main() {
    val walks = mapOf(
        "white" to listOf("Nf3", "Nc3", "Ng1", "Nb1"),
        "black" to listOf("Nf6", "Nc6", "Ng8", "Nb8"))
    var walk = listOf<String>()
    var turn = 0
    for (line in generateSequence(::readLine).map { it.trim() }) {  // until the game is over
        walk = walks[line] ?: walk
        if (line == "black") continue  // wait for White's first move
        println(if ('x' in line || '+' in line) "resign" else walk[turn++ % 4])  // it flushes
    }
}
