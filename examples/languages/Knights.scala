// Its knights walk out and home. It resigns when it is in check or when a piece was captured.
object Knights extends App {
  val walks = Map("white" -> "Nf3 Nc3 Ng1 Nb1".split(" "), "black" -> "Nf6 Nc6 Ng8 Nb8".split(" "))
  var walk = walks("white")
  var turn = 0
  for (line <- io.Source.stdin.getLines.map(_.trim)) { // until the game is over
    walk = walks.getOrElse(line, walk)
    if (line != "black") { // Black waits for White's first move
      println(if (line.exists("x+".contains(_))) "resign" else walk(turn % 4))
      turn += 1 // after '.' too: another move
    }
  }
}
